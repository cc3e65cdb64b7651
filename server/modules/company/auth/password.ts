import { hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB, 2 rounds, 1 lane (OWASP). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The same password however the keyboard composes its accents. */
const plain = (password: string) => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> => hash(plain(password), COST);

/** Stands in for accounts that do not exist, so that they take as long to refuse. */
const nobody = hashPassword('nobody signs in with this');

/** Whether it is the password; takes the same time without a hash, and is then false. */
export async function passwordMatches(passwordHash: string | null | undefined, password: string) {
  const matches = await verify(passwordHash ?? (await nobody), plain(password));
  return matches && passwordHash !== null && passwordHash !== undefined;
}
