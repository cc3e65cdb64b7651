import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in what the server renders and in the first moment here; true once script answers. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
