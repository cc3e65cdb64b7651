/** Whether the password is being asked for, for a call that waits (403 PROOF_NEEDED). */
let waiting: ((given: boolean) => void)[] = [];
const watchers = new Set<() => void>();
const tell = () => {
  for (const watcher of watchers) watcher();
};

/** Opens the dialog; answers whether the person proved who they are. Several calls wait for one answer. */
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
