/** Takes a lost seat back, or lets it go, without leaving the pad and what is entered there. */

/** @param {SubmitEvent} event */
export async function answerSeatNews(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement && form.closest("#seat-news"))) return;
  event.preventDefault();
  try {
    await fetch(form.action, { method: "POST", body: new FormData(form) });
    document.dispatchEvent(new Event("outdated"));
  } catch {
    form.submit();
  }
}
