const PRESSED = 'button, a[href], label, summary, input, [role="button"], [role="tab"], [role="switch"]';
const TYPED_INTO =
  'textarea, select, input:not([type="checkbox"], [type="radio"], [type="file"], [type="submit"], [type="button"])';

/**
 * On blur a field shows or hides its error and moves the content below, so a click that started on a button would end
 * beside it and be lost. Therefore the field keeps the focus until mouseup and blurs just before the click. Install
 * it once per page. Elements that keep the focus themselves (options of a list) are not affected.
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
      // Blur here and not in the click event: a render between the two would reset the state of a checkbox.
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
