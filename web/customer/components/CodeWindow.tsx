import { lazy } from 'react';

/** CodeDialog, fetched when it first opens: few buyers ever see it. Stands inside a Suspense. */
export const CodeWindow = lazy(async () => ({ default: (await import('./CodeDialog.tsx')).CodeDialog }));
