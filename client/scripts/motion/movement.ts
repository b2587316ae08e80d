/** Key in localStorage: `still` or `moving`. */
const CHOICE = 'movement';

const CHANGE = 'movementchange';

/** The choice on this page, for blocked storage. */
let chosen: string | null = null;

/** The visitor's choice, else the system's. Styles read the attribute. */
export function isStill(): boolean {
  return document.documentElement.dataset.movement === 'still';
}

export function onMovementChange(listener: () => void): void {
  document.addEventListener(CHANGE, listener);
}

/** Must run before anything moves. */
export function beginMovement(): void {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  function update(): void {
    const state = readChoice() ?? (reducedMotion.matches ? 'still' : 'moving');
    const { dataset } = document.documentElement;
    if (dataset.movement === state) return;
    dataset.movement = state;
    showMovement();
    document.dispatchEvent(new Event(CHANGE));
  }
  update();
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest('.movement-switch') === null) return;
    choose(isStill() ? 'moving' : 'still');
    update();
  });
  reducedMotion.addEventListener('change', () => {
    // The system's setting is newer than the choice on the page.
    choose(null);
    update();
  });
  // Another tab, or a later page from which the visitor has come back, may have changed it.
  for (const type of ['storage', 'pageshow']) addEventListener(type, update);
  addEventListener('pageswap', (event) => {
    if (isStill()) (event as Partial<PageSwapEvent>).viewTransition?.skipTransition();
  });
}

export function showMovement(): void {
  document.querySelector('.movement-switch')?.setAttribute('aria-pressed', String(isStill()));
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(CHOICE);
  } catch {
    return chosen;
  }
}

function choose(choice: 'still' | 'moving' | null): void {
  chosen = choice;
  try {
    if (choice === null) localStorage.removeItem(CHOICE);
    else localStorage.setItem(CHOICE, choice);
  } catch {
    // Storage is blocked: the choice holds for this page.
  }
}
