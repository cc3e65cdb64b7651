/** Set by `npm run test:deep`, which runs the files that import this one, and those with properties. */
export const DEEP = process.env['TEST_DEEP'] === '1';

/** How many of something a test takes: few with every `npm test`, many in `npm run test:deep`. */
export const deep = (few: number, many: number): number => (DEEP ? many : few);
