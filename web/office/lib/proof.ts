/** Calls that wait until the user has entered the password (403 PROOF_NEEDED). */
let waiting: ((given: boolean) => void)[] = [];
const watchers = new Set<() => void>();
const tell = () => {
  for (const watcher of watchers) watcher();
};

/** Opens the password dialog. Resolves to true if the user proved the identity. Several calls share one dialog. */
export const askForProof = (): Promise<boolean> =>
  new Promise((done) => {
    waiting = [...waiting, done];
    tell();
  });

export const askedForProof = () => waiting.length > 0;

export function answerProof(given: boolean): void {
  const all = waiting;
  waiting = [];
  tell();
  for (const done of all) done(given);
}

export function watchProof(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
