/** What features that pay a contract need of it. */
export { findLoaded, lockContract, standingOf, whyNotPayContract, type Loaded } from './contracts.facts.ts';
