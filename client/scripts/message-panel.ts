/** The picture of the message section shows and hides the message, which may arrive after its button. */
export function enhance(button: HTMLElement): void {
  button.addEventListener('click', () => {
    const panel = document.getElementById(button.getAttribute('aria-controls') ?? '');
    if (!panel) return;
    panel.hidden = !panel.hidden;
    button.setAttribute('aria-expanded', String(!panel.hidden));
  });
}
