"""The parts that every area of the site uses: access, forms, answers, assets, wording."""
