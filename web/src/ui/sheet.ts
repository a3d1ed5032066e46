/** Opens a dialog over the page. As long as it is open all keys are its own: nothing below hears them. */
export function sheet(dialog: HTMLDialogElement): () => void {
  const keep = (event: Event) => event.stopPropagation();
  // Boards listen on the window; what lies in the dialog has heard the key by the time it comes here.
  document.addEventListener("keydown", keep);
  dialog.showModal();
  return () => document.removeEventListener("keydown", keep);
}
