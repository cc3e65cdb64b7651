import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { deactivateUser, getOpenWork, getUser, handOverWork } from '#contract/company/users/endpoints.ts';
import type { UserRecord } from '#contract/company/users/people.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { CheckField, LongTextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { choiceFault, HandoverChoices, HandoverFields, NoWork, planOf } from './HandoverFields.tsx';

interface HandoverDrawerProps {
  user: UserRecord;
  /** The user leaves: the same request also ends their access. */
  leaving: boolean;
  onClose: () => void;
}

/** Hands over a user's open sales to others in one request. */
export function HandoverDrawer({ user, leaving, onClose }: HandoverDrawerProps) {
  const query = useQuery({ ...queryOf(getOpenWork, { params: { id: user.id } }), staleTime: 0 });
  const work = query.data?.data;
  const total = (work?.processor.total ?? 0) + (work?.adviser.total ?? 0);
  const params = { id: user.id };
  const form = useRecordForm({
    schema: HandoverChoices,
    initial: { version: user.version },
    check: ({ processor, adviser, motivo }) => ({
      processor: work && choiceFault(work, 'processor', processor),
      adviser: work && choiceFault(work, 'adviser', adviser),
      motivo: total > 0 && !motivo?.trim() ? 'Escribe el motivo.' : null,
    }),
    reread: leaving ? async () => ({ version: (await call(getUser, { params })).data.version }) : undefined,
    send: async (choices, as, version) => {
      const handover = work && total > 0 ? planOf(work, choices) : undefined;
      if (leaving) {
        await call(deactivateUser, { params, body: { ...(handover && { handover }), version } }, as);
        return 'Usuario desactivado.';
      }
      if (!handover) return '';
      const { data } = await call(handOverWork, { params, body: handover }, as);
      return `Pasaron ${data.processor + data.adviser} ventas.`;
    },
    success: (said) => said,
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={leaving ? `Desactivar a ${user.name}` : `Pasar el trabajo de ${user.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      loading={form.loading || query.isPending}
      submitLabel={leaving ? 'Desactivar' : total > 0 ? 'Pasar ventas' : 'Cerrar'}
    >
      {leaving && (
        <Text size="sm">
          Ya no entra a la oficina y sus sesiones se cierran. Lo que hizo queda con su nombre.
        </Text>
      )}
      {query.error && <Alert color="red" variant="light" title={sentence(query.error)} role="alert" />}
      {total === 0 || !work ? (
        <NoWork work={work} />
      ) : (
        <>
          <HandoverFields of={form} work={work} />
          <LongTextField of={form} name="motivo" label="Motivo" required maxLength={1000} />
          {!leaving && (
            <CheckField of={form} name="temporal" label="Es temporal, por vacaciones o licencia" />
          )}
        </>
      )}
    </FormDrawer>
  );
}
