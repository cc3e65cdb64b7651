import { Skeleton } from '@mantine/core';
import { lazy, Suspense, type ComponentProps } from 'react';

const ClauseComparison = lazy(() =>
  import('./ClauseComparison.tsx').then((file) => ({ default: file.ClauseComparison })),
);

/** Two texts side by side; its code is loaded when it is first shown. */
export const Comparison = (props: ComponentProps<typeof ClauseComparison>) => (
  <Suspense fallback={<Skeleton h={300} />}>
    <ClauseComparison {...props} />
  </Suspense>
);
