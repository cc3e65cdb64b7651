import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { endpoint, type EndpointSpec } from '#contract/endpoint.ts';
import type { TransitionOffer } from '#contract/transitions.ts';
import { askReason } from '../ui/ask.tsx';
import type { RecordAction } from '../ui/RecordPage.tsx';
import { toast } from '../ui/toast.tsx';
import { call } from './call.ts';
import { changed, refreshed } from './refresh.ts';

interface Transitions {
  /** As the record answers them; undefined while it is on its way. */
  offers: readonly TransitionOffer[] | undefined;
  /** Version that the person sees; a change made meanwhile is a 409. */
  version: number | undefined;
  /** The call that changes the state: it says what that touches. */
  status: EndpointSpec;
  /** State ids that end something: red. */
  danger?: readonly number[];
}

/** The status PATCH goes to the address that the record gave (endpoints.tsv, kernel). */
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

/** The record's transitions as actions of RecordPage: each asks its reason where it wants one, then PATCHes. */
export function useTransitions({ offers = [], version, status, danger = [] }: Transitions): RecordAction[] {
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
    onSuccess: () => toast.success(),
    // A refusal may mean that what is on the screen is old.
    onError: () => changed(status),
    onSettled: () => refreshed(),
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
