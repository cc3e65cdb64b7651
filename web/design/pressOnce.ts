const PRESSED = 'button, a[href], label, summary, input, [role="button"], [role="tab"], [role="switch"]';
const TYPED_INTO =
  'textarea, select, input:not([type="checkbox"], [type="radio"], [type="file"], [type="submit"], [type="button"])';

/**
 * A field that is left says its fault or takes it back, and moves what stands beneath it: a press that began on a button would end
 * beside it and do nothing. So the field keeps the focus until the press is whole, and is left just before the click.
 * Once for every form of a page; what keeps the focus by itself (a list's options) is left alone.
 */
export function pressOnce(page: Document = document): void {
  let field: HTMLElement | null = null;
  let pressed: HTMLElement | null = null;
  page.addEventListener('mousedown', (event) => {
    field = pressed = null;
    const { activeElement } = page;
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>(PRESSED) : null;
    if (event.button !== 0 || event.defaultPrevented || !target || !isTypedInto(activeElement)) return;
    if (target.matches(TYPED_INTO) || target.closest('[draggable="true"]')) return;
    if (target instanceof HTMLLabelElement && target.control === activeElement) return;
    event.preventDefault();
    field = activeElement;
    pressed = target;
  });
  page.addEventListener(
    'mouseup',
    ({ target }) => {
      if (!field || page.activeElement !== field || !(target instanceof Node)) return;
      // The click goes to what was pressed, wherever that is by now. In the click itself it would be too late for a box: what is
      // drawn anew in between takes its mark away.
      if (pressed?.contains(target)) {
        pressed.focus({ preventScroll: true });
        if (page.activeElement === field) field.blur();
      }
      field = pressed = null;
    },
    { capture: true },
  );
}

const isTypedInto = (element: Element | null): element is HTMLInputElement =>
  element?.matches(TYPED_INTO) === true;
