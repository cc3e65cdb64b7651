/** Something that the person at the terminal must put right; the Spanish message says what. */
export class EmbeddedPostgresError extends Error {}

/** Another application serves the same data. */
export class InstanceLocked extends EmbeddedPostgresError {}
