import type { Machine } from '#contract/transitions.ts';

/** States of a version of a template. */
export const VERSION = { draft: 1, inReview: 2, approved: 3, retired: 4 } as const;

export const VERSION_STATES: Readonly<Record<number, string>> = {
  [VERSION.draft]: 'Borrador',
  [VERSION.inReview]: 'En revisión',
  [VERSION.approved]: 'Aprobada',
  [VERSION.retired]: 'Retirada',
};

export interface VersionFacts {
  /** The caller wrote part of this version: another person approves it. */
  wroteIt: boolean;
  /** A sentence about what is wrong with its clauses; null when nothing is. */
  fault: string | null;
}

/** A version is written, reviewed and approved by another person; the next approved one retires it (rulings.md 49). */
export const versionMachine: Machine<VersionFacts> = {
  entity: 'plantilla_legal',
  transitions: [
    {
      from: [VERSION.draft],
      to: VERSION.inReview,
      label: 'Pedir revisión',
      permission: 'legal.crear',
      whyNot: ({ fault }) => fault,
    },
    {
      from: [VERSION.inReview],
      to: VERSION.approved,
      label: 'Aprobar',
      permission: 'legal.aprobar',
      whyNot: ({ wroteIt, fault }) =>
        fault ?? (wroteIt ? 'Escribiste parte de esta versión: la aprueba otra persona.' : null),
    },
    {
      from: [VERSION.inReview],
      to: VERSION.draft,
      label: 'Devolver',
      permission: 'legal.aprobar',
      reason: 'required',
    },
    {
      from: [VERSION.draft],
      to: VERSION.retired,
      label: 'Descartar borrador',
      permission: 'legal.crear',
      reason: 'optional',
    },
    {
      from: [VERSION.approved],
      to: VERSION.retired,
      label: 'Retirar',
      permission: 'legal.anular',
      reason: 'required',
    },
  ],
};

/** States of a version of which a template has at most one. */
export const OPEN_VERSIONS = [VERSION.draft, VERSION.inReview] as const;

/** Why a new draft cannot begin now; null when it can. */
export const whyNotNewVersion = (open: { number: number } | null, archived: boolean): string | null =>
  archived
    ? 'La plantilla está archivada.'
    : open
      ? `La versión ${open.number} todavía se escribe o se revisa.`
      : null;
