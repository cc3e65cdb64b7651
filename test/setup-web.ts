import type { TestingLibraryMatchers } from '@testing-library/jest-dom/matchers';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';

// The package's own types are for an older vitest.
declare module 'vitest' {
  interface Matchers<R extends void | Promise<void>> extends TestingLibraryMatchers<unknown, R> {}
}

// One second is too short for a lazily loaded part on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);
// The next file of the worker uses the same window.
afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});

// Browser APIs that Mantine needs and jsdom lacks.
class NoObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= NoObserver;
globalThis.matchMedia ??= (query) => ({
  media: query,
  // As in a browser: an empty query always matches.
  matches: query === '',
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
});
Element.prototype.scrollIntoView ??= () => undefined;

// A dialog with basic behavior: modal or not makes no difference here.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
// Auto-growing text areas measure again when a font is loaded.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
