import { hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB, 2 iterations, parallelism 1 (OWASP). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Normalizes accents, because keyboards compose them differently. */
const plain = (password: string) => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> => hash(plain(password), COST);

/** Compared for unknown accounts, so that they take the same time. */
const nobody = hashPassword('nobody signs in with this');

/** Whether the password matches. Without a hash it takes the same time and returns false. */
export async function passwordMatches(passwordHash: string | null | undefined, password: string) {
  const matches = await verify(passwordHash ?? (await nobody), plain(password));
  return matches && passwordHash !== null && passwordHash !== undefined;
}
