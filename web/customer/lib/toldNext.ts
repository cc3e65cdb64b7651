const KEY = 'llave.dicho';

/** Leaves a message for the next page in this window. */
export function tellNext(text: string): void {
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // A private window may refuse. The next page still shows the new state.
  }
}

/** Opens the page again after a form was saved, and tells there what the server said. A choice in the query is no longer valid. */
export function openAgain({ success }: { success?: string }): void {
  if (success) tellNext(success);
  location.assign(location.pathname);
}

/** Takes the message of the previous page; null if there is none. A message can be read once. */
export function takeTold(): string | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text;
  } catch {
    return null;
  }
}
