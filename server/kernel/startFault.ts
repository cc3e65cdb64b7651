/** The database of the environment, without its password. */
function placeOf(environment: Record<string, string | undefined>): string {
  const names = ['DATABASE_OWNER_URL', 'DATABASE_URL'].filter((name) => environment[name]);
  const told = names.map((name) => {
    try {
      const { username, hostname, port, pathname } = new URL(environment[name]!);
      return `${name} (usuario «${decodeURIComponent(username)}», ${hostname}:${port || 5432}${pathname})`;
    } catch {
      return name;
    }
  });
  return told.join(' y ') || 'la base de datos incorporada';
}

/** Error codes of PostgreSQL and of the system that a person can fix, and the message that says how. */
const SENTENCES: readonly [RegExp, (place: string) => string][] = [
  [
    /^(28P01|28000)$/,
    (place) => `La base de datos no acepta el usuario o la clave. Revisa ${place} e inicia de nuevo.`,
  ],
  [/^3D000$/, (place) => `Esa base de datos no existe. Créala o corrige ${place}.`],
  [
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ECONNRESET)$/,
    (place) =>
      `No se puede llegar a la base de datos. Revisa que esté en marcha, la dirección y la red: ${place}.`,
  ],
  [
    /^(57P03|53300)$/,
    (place) =>
      `La base de datos todavía no recibe conexiones. Espera un momento e inicia de nuevo: ${place}.`,
  ],
  [
    /^42501$/,
    (place) =>
      `Al usuario de la base de datos le falta un permiso para prepararla. Revisa ${place} y «One’s own PostgreSQL» en docs/operations.md.`,
  ],
  [
    /^(ENOSPC|EDQUOT|53100)$/,
    () => 'No queda espacio en el disco. Libera espacio e inicia de nuevo: no se perdió nada.',
  ],
  [
    /^UNRELEASED_DATA$/,
    (place) =>
      `Los datos son de una versión anterior que nunca se publicó, y esta versión no puede leerlos. Usa otra carpeta (DATA_DIR) u otra base de datos. No se cambió nada en ${place}.`,
  ],
  [/^(EACCES|EROFS)$/, () => 'No se puede escribir en la carpeta de datos. Revisa DATA_DIR y sus permisos.'],
];
/** Error texts of the driver that have no code. */
const WORDS: readonly [RegExp, string][] = [
  [/SASL|password must be a string/i, '28P01'],
  [/timeout expired|Connection terminated/i, 'ETIMEDOUT'],
];

/** One sentence for a start that failed for a reason outside the program; undefined for any other fault. */
export function startFault(
  error: unknown,
  environment: Record<string, string | undefined> = process.env,
): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { message } = at;
    const code =
      'code' in at && typeof at.code === 'string'
        ? at.code
        : WORDS.find(([words]) => words.test(message))?.[1];
    const found = code && SENTENCES.find(([codes]) => codes.test(code));
    if (found) return found[1](placeOf(environment));
  }
  return undefined;
}
