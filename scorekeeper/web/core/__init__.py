"""What every area of the site uses: access, forms, answers, assets, words."""
