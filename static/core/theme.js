// The look of this phone changes as it is chosen; the server keeps the choice in a cookie.

export function watchLook(form) {
  const button = form.querySelector("button");
  button.hidden = true;
  form.addEventListener("change", ({ target }) => {
    const { dataset } = document.documentElement;
    if (target.value) {
      dataset[target.name] = target.value;
    } else {
      delete dataset[target.name];
    }
    fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" }).catch(
      () => (button.hidden = false),
    );
  });
}
