import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { endpoint, type EndpointSpec } from '#contract/endpoint.ts';
import type { TransitionOffer } from '#contract/transitions.ts';
import { askReason } from '../ui/ask.tsx';
import type { RecordAction } from '../ui/RecordPage.tsx';
import { toast } from '../ui/toast.tsx';
import { call } from './call.ts';
import { keyOf } from './query.ts';

interface Transitions {
  /** As the record answers them; undefined while it is on its way. */
  offers: readonly TransitionOffer[] | undefined;
  /** Version that the person sees; a change made meanwhile is a 409. */
  version: number | undefined;
  /** Endpoints whose answers are stale after a change of state. */
  invalidates: readonly EndpointSpec[];
  /** State ids that end something: red. */
  danger?: readonly number[];
}

/** The status PATCH goes to the address that the record gave (endpoints.tsv, kernel). */
const statusOf = (url: string) =>
  endpoint({
    method: 'PATCH',
    path: url,
    access: 'record',
    summary: 'Cambia el estado',
    body: z.unknown(),
    answer: z.unknown(),
  });

/** The record's transitions as actions of RecordPage: each asks its reason where it wants one, then PATCHes. */
export function useTransitions({
  offers = [],
  version,
  invalidates,
  danger = [],
}: Transitions): RecordAction[] {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: ({ offer, motivo }: { offer: TransitionOffer; motivo: string }) =>
      call(statusOf(offer.url), {
        body: {
          params: {
            estado_id: offer.estado_id,
            ...(motivo && { motivo }),
            ...(version !== undefined && { version }),
          },
        },
      }),
    onSuccess: () => toast.success(),
    // Refused or not, what is on the screen may be old.
    onSettled: () =>
      Promise.all(invalidates.map((one) => client.invalidateQueries({ queryKey: keyOf(one) }))),
  });
  return offers.map((offer) => ({
    key: `${offer.estado_id}-${offer.url}`,
    label: offer.label,
    whyNot: offer.disabled,
    danger: danger.includes(offer.estado_id),
    loading:
      change.isPending &&
      change.variables.offer.url === offer.url &&
      change.variables.offer.estado_id === offer.estado_id,
    onRun: () => void run(offer),
  }));

  async function run(offer: TransitionOffer): Promise<void> {
    const motivo =
      offer.motivo === 'none'
        ? ''
        : await askReason({
            title: offer.label,
            text:
              offer.motivo === 'required'
                ? 'El motivo queda en el historial.'
                : 'Puedes dejar un motivo en el historial.',
            label: 'Motivo',
            required: offer.motivo === 'required',
            confirm: offer.label,
            danger: danger.includes(offer.estado_id),
          });
    if (motivo !== null) change.mutate({ offer, motivo });
  }
}
