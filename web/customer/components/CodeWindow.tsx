import { lazy } from 'react';

/** CodeDialog, loaded when it first opens, because few buyers need it. Needs a Suspense around it. */
export const CodeWindow = lazy(async () => ({ default: (await import('./CodeDialog.tsx')).CodeDialog }));
