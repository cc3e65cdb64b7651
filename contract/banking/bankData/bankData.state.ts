import { OPEN_STATES, SALE } from '#contract/sales/sale/rules.ts';
import type { Machine } from '#contract/transitions.ts';
import { FIELD_NAMES, isFieldName, PAGES, specOf, SUMMARY, type PageNumber } from './bankData.fields.ts';
import { askLabel, askPage, ROW_ASKS, type AskName, type Profile } from './bankData.rows.ts';
import { isAsked, isFilled } from './bankData.rules.ts';

/** States of a page, for all banks or for one (domain.md). */
export const PAGE_STATE = { pending: 1, verified: 2, archived: 3 } as const;
export const PAGE_STATE_LABELS: Readonly<Record<number, string>> = {
  1: 'Pendiente',
  2: 'Verificada',
  3: 'Archivada',
};

/** URL word for each state change of a page. */
export const PAGE_ACTIONS = {
  verificar: PAGE_STATE.verified,
  archivar: PAGE_STATE.archived,
  reabrir: PAGE_STATE.pending,
} as const;
export type PageAction = keyof typeof PAGE_ACTIONS;
export const PAGE_ACTION_NAMES = Object.keys(PAGE_ACTIONS) as [PageAction, ...PageAction[]];

export interface PageFacts {
  /** Labels of what the page still needs for that bank. */
  missing: readonly string[];
  isSummary: boolean;
}

/** Verified: compared with the documents. Archived: that bank does not need the page. */
export const bankDataPageMachine: Machine<PageFacts> = {
  entity: 'datos_bancarios_pagina',
  transitions: [
    {
      from: [PAGE_STATE.pending],
      to: PAGE_STATE.verified,
      label: 'Verificar',
      permission: 'tramites.editar',
      whyNot: ({ missing }) =>
        missing.length === 0
          ? null
          : `Falta ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ' y más' : ''}.`,
    },
    {
      from: [PAGE_STATE.pending],
      to: PAGE_STATE.archived,
      label: 'Archivar',
      permission: 'tramites.editar',
      whyNot: ({ isSummary }) => (isSummary ? 'El resumen no se archiva: con él se envía.' : null),
    },
    {
      from: [PAGE_STATE.verified, PAGE_STATE.archived],
      to: PAGE_STATE.pending,
      label: 'Reabrir',
      permission: 'tramites.editar',
    },
  ],
};

/** Why the data cannot be filled in at all; null when it can. */
export function whyNotFill(sale: { stateId: number; paymentForm: string }): string | null {
  if (sale.stateId === SALE.draft) return 'Primero completa y envía tu pre-contrato.';
  if (sale.paymentForm !== 'hipoteca') return 'Esta compra es de contado: el banco no pide estos datos.';
  return OPEN_STATES.some((state) => state === sale.stateId)
    ? null
    : 'Esta venta ya no está en trámite: sus datos bancarios no cambian.';
}

/** Why one page cannot be changed; null when it can. */
export const whyNotChangePage = (stateId: number): string | null =>
  stateId === PAGE_STATE.verified
    ? 'Esta página ya fue comparada con los documentos. Si algo cambió, quien lleva la venta puede reabrirla.'
    : stateId === PAGE_STATE.archived
      ? 'Esta página está archivada: no hace falta llenarla.'
      : null;

export interface Gap {
  name: AskName;
  label: string;
  page: PageNumber;
}
const gap = (name: AskName): Gap => ({ name, label: askLabel(name), page: askPage(name) });

/** Fields asked of every buyer. */
export const BASIC_ASKS: readonly AskName[] = [
  ...FIELD_NAMES.filter((name) => specOf(name).required),
  'deudas',
];

/** Whether a profile answers an ask. A field whose condition does not hold counts as answered. */
export function answers({ values, rows }: Profile, name: AskName): boolean {
  if (isFieldName(name)) return !isAsked(name, values) || isFilled(name, values);
  if (name === 'deudas' && values.sin_deudas === true) return true;
  return rows[name].length >= ROW_ASKS[name];
}

/** The asks that a profile does not answer, in page order. */
export const gapsOf = (profile: Profile, asked: readonly AskName[]): Gap[] =>
  asked
    .filter((name) => !answers(profile, name))
    .map(gap)
    .toSorted((a, b) => a.page - b.page);

/** The next page that is not archived; otherwise the summary. */
export const nextPage = (page: PageNumber, archived: readonly number[]): PageNumber =>
  PAGES.find((one) => one > page && !archived.includes(one)) ?? SUMMARY;
