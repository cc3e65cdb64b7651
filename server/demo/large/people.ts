import { withoutAccents } from '#contract/accents.ts';
import { MEN, MEN_2, SURNAMES, WOMEN, WOMEN_2 } from '../people.ts';

export type Random = () => number;
export const one = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!;

const HEADS = ['Arro', 'Beli', 'Cama', 'Dorre', 'Esco', 'Fana', 'Guiz', 'Hurta', 'Ibarra', 'Jura', 'Lasta', 'Mela', 'Nori', 'Olga', 'Pala', 'Quija', 'Ribe', 'Saba', 'Tuña', 'Uriza']; // prettier-ignore
const TAILS = ['bal', 'cer', 'dón', 'gal', 'lor', 'mendi', 'nero', 'puz', 'rrieta', 'sain', 'tegui', 'varría', 'xel', 'zábal', 'zola']; // prettier-ignore
/** Rare surnames, for searches with few matches. */
const RARE = HEADS.flatMap((head) => TAILS.map((tail) => head + tail));
/** One surname in so many is rare. */
const RARITY = 40;

const PROVINCES = ['8', '8', '8', '13', '2', '9', '4', '7', '6', '3', '1'];
const plain = (text: string) => withoutAccents(text).replaceAll(' ', '').toLowerCase(); // prettier-ignore

export interface LargePerson {
  name: string;
  documentType: 'cedula' | 'pasaporte';
  document: string;
  phone: string;
  email: string | null;
}

/** The person number `n`, with a unique document and phone number (up to 8,975,700 people: 9973 is prime). */
export function personOf(n: number, random: Random): LargePerson {
  const she = random() < 0.52;
  const surname = () => (random() * RARITY < 1 ? one(RARE, random) : one(SURNAMES, random));
  const first = one(she ? WOMEN : MEN, random);
  const second = random() < 0.6 ? ` ${one(she ? WOMEN_2 : MEN_2, random)}` : '';
  const [father, mother] = [surname(), surname()];
  const abroad = n % 97 === 11;
  return {
    name: `${first}${second} ${father} ${mother}`,
    documentType: abroad ? 'pasaporte' : 'cedula',
    document: abroad
      ? `AV${String(100_000 + n).padStart(7, '0')}`
      : `${one(PROVINCES, random)}-${100 + (n % 900)}-${1 + ((n * 53 + Math.floor(n / 900) * 617) % 9973)}`,
    // 7919 and ten million are coprime, so every number occurs once.
    phone: `+5076${String((n * 7919) % 10_000_000).padStart(7, '0')}`,
    email: random() < 0.85 ? `${plain(first)}.${plain(father)}${n}@correo.demo` : null,
  };
}
