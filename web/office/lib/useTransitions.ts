import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { endpoint, type EndpointSpec } from '#contract/endpoint.ts';
import type { TransitionOffer } from '#contract/transitions.ts';
import { askReason } from '../ui/ask.tsx';
import type { RecordAction } from '../ui/RecordPage.tsx';
import { toast } from '../ui/toast.tsx';
import { call } from './call.ts';
import { changed, refreshed } from './refresh.ts';

interface Transitions {
  /** From the record's answer; undefined while it loads. */
  offers: readonly TransitionOffer[] | undefined;
  /** The version on the screen. The server answers 409 if the record has changed since. */
  version: number | undefined;
  /** The endpoint of the transition: its `touches` says what to refetch. */
  status: EndpointSpec;
  /** State ids that end the process: their buttons are red. */
  danger?: readonly number[];
  /** What the question for the reason says and suggests, by state id. */
  asks?: Readonly<Record<number, { label?: string; text?: ReactNode; suggestions?: readonly string[] }>>;
  /** Opens the form of a change that needs more than a reason, by state id. */
  forms?: Readonly<Record<number, (() => void) | undefined>>;
  /** The way to mend a missing thing, by its code; undefined: this page has none. */
  mend?: Readonly<Record<string, () => void>>;
  /** After a transition to a state: a review opens the next document. */
  onDone?: (to: number) => void;
}

/** The status PATCH uses the URL that the record gave (endpoints.tsv, kernel). */
const statusOf = (url: string, { touches = [] }: EndpointSpec) =>
  endpoint({
    method: 'PATCH',
    path: url,
    access: 'record',
    touches,
    summary: 'Cambia el estado',
    body: z.unknown(),
    answer: z.unknown(),
  });

/** The record's transitions as actions of RecordPage. Each asks for a reason if it needs one, then sends the PATCH. */
export function useTransitions({
  offers = [],
  version,
  status,
  danger = [],
  asks = {},
  forms = {},
  mend = {},
  onDone,
}: Transitions): RecordAction[] {
  const change = useMutation({
    mutationFn: ({ offer, motivo }: { offer: TransitionOffer; motivo: string }) =>
      call(statusOf(offer.url, status), {
        body: {
          params: {
            estado_id: offer.estado_id,
            ...(motivo && { motivo }),
            ...(version !== undefined && { version }),
          },
        },
      }),
    onSuccess: (_, { offer }) => {
      toast.success();
      onDone?.(offer.estado_id);
    },
    // The data on the screen may be stale, so a refusal also refetches.
    onError: () => changed(status),
    onSettled: () => refreshed(),
  });
  return offers.map((offer) => ({
    key: `${offer.estado_id}-${offer.url}`,
    label: offer.label,
    whyNot: offer.disabled,
    danger: danger.includes(offer.estado_id),
    ...(offer.missing && {
      missing: offer.missing.map(({ code, label }) => ({ label, onMend: mend[code] ?? null })),
    }),
    loading:
      change.isPending &&
      change.variables.offer.url === offer.url &&
      change.variables.offer.estado_id === offer.estado_id,
    onRun: forms[offer.estado_id] ?? (() => void run(offer)),
  }));

  async function run(offer: TransitionOffer): Promise<void> {
    const motivo =
      offer.motivo === 'none'
        ? ''
        : await askReason({
            title: offer.label,
            text:
              asks[offer.estado_id]?.text ??
              (offer.motivo === 'required'
                ? 'El motivo queda en el historial.'
                : 'Puedes dejar un motivo en el historial.'),
            suggestions: asks[offer.estado_id]?.suggestions ?? [],
            label: asks[offer.estado_id]?.label ?? 'Motivo',
            required: offer.motivo === 'required',
            confirm: offer.label,
            danger: danger.includes(offer.estado_id),
          });
    if (motivo !== null) change.mutate({ offer, motivo });
  }
}
