/** A fault that the person at the terminal must fix; the Spanish message says how. */
export class EmbeddedPostgresError extends Error {}

/** Another application process already uses the same data. */
export class InstanceLocked extends EmbeddedPostgresError {}
