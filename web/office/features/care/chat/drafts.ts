const keyOf = (sid: string) => `chat:${sid}`;

/** What was typed in a room and not sent. It stays with its room for this tab. */
export const draftOf = (sid: string): string => sessionStorage.getItem(keyOf(sid)) ?? '';
export const keepDraft = (sid: string, text: string): void => sessionStorage.setItem(keyOf(sid), text);
