/** Set by `npm run test:deep`, which runs only the files that import this one or use properties. */
export const DEEP = process.env['TEST_DEEP'] === '1';

/** The number of cases: `few` in `npm test`, `many` in `npm run test:deep`. */
export const deep = (few: number, many: number): number => (DEEP ? many : few);
