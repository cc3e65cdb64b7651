import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import {
  CERTIFICATE_NAMES,
  CERTIFICATE_WARNING_DAYS,
  certificateStanding,
  deedMachine,
  nextOf,
  type CertificateKind,
  type CertificateStanding,
  type DeedFacts,
} from '#contract/legal/deeds/rules.ts';
import { EMPTY_HOUSE, missingForDeed } from '#contract/legal/houseFile/rules.ts';
import { findTransition } from '#contract/transitions.ts';
import type { FoundDeed } from './deeds.queries.ts';

type Loaded = Pick<
  FoundDeed,
  'paymentForm' | 'letterState' | 'letterUntil' | 'house' | 'taxes' | 'certificates' | 'ph' | 'voidAskedBy'
>;

export const isMortgage = ({ paymentForm }: { paymentForm: string }) => paymentForm !== 'contado';

/** How each paz y salvo of a deed stands today. */
export function standingsOf(deed: Loaded, today: string): Record<CertificateKind, CertificateStanding> {
  const soon = addDays(today, CERTIFICATE_WARNING_DAYS);
  return Object.fromEntries(
    CERTIFICATE_NAMES.map((kind) => [
      kind,
      certificateStanding(
        deed.certificates.find((one) => one.kind === kind),
        today,
        soon,
        kind !== 'ph' || deed.ph,
      ),
    ]),
  ) as Record<CertificateKind, CertificateStanding>;
}

/** What the rules of a deed need, of a loaded one. */
export function factsOf(deed: Loaded, now: Date, callerId: number | null = null): DeedFacts {
  const today = panamaDay(now);
  const mortgage = isMortgage(deed);
  return {
    mortgage,
    letterHolds:
      !mortgage ||
      deed.letterState === APPLICATION.disbursed ||
      (deed.letterState === APPLICATION.letter && (deed.letterUntil === null || deed.letterUntil >= today)),
    house: missingForDeed(deed.house ?? EMPTY_HOUSE, today),
    taxes: {
      itbi: deed.taxes.some(({ kind }) => kind === 'itbi'),
      isr: deed.taxes.some(({ kind }) => kind === 'isr'),
    },
    certificates: standingsOf(deed, today),
    voidAsked: deed.voidAskedBy === null ? null : { byCaller: deed.voidAskedBy === callerId },
  };
}

/** What stops the next step of a deed, as sentences. */
export function blockedOf(deed: FoundDeed, now: Date): string[] {
  const facts = factsOf(deed, now);
  const to = nextOf(deed.stateId, facts.mortgage);
  const why = to === null ? null : findTransition(deedMachine, deed.stateId, to)?.whyNot?.(facts);
  const asked = deed.voidAskedBy === null ? [] : ['Se pidió anularla.'];
  return [...asked, ...(why ? [typeof why === 'string' ? why : why.reason] : [])];
}
