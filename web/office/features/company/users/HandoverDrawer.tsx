import { Alert, Checkbox, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { deactivateUser, getOpenWork, getUser, handOverWork } from '#contract/company/users/endpoints.ts';
import type { UserRecord } from '#contract/company/users/people.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useFilled } from '#web/office/lib/useFilled.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { choiceFault, HandoverFields, NoWork, planOf, type HandoverValues } from './HandoverFields.tsx';
import { TOUCHED } from './users.api.ts';

interface HandoverDrawerProps {
  user: UserRecord;
  /** The person leaves: signs in no more, in the same act. */
  leaving: boolean;
  onClose: () => void;
}

const EMPTY: HandoverValues = { processor: '', adviser: '', motivo: '', temporal: false };

/** Moves somebody's open sales to others in one act. */
export function HandoverDrawer({ user, leaving, onClose }: HandoverDrawerProps) {
  const query = useQuery({ ...queryOf(getOpenWork, { params: { id: user.id } }), staleTime: 0 });
  const work = query.data?.data;
  const total = (work?.processor.total ?? 0) + (work?.adviser.total ?? 0);
  const move = useAction(handOverWork, {
    invalidates: TOUCHED,
    inline: true,
    success: ({ data }) => `Pasaron ${data.processor + data.adviser} ventas.`,
  });
  const leave = useAction(deactivateUser, {
    invalidates: TOUCHED,
    inline: true,
    success: 'Usuario desactivado.',
  });
  const save = leaving ? leave : move;
  const form = useForm<HandoverValues>({
    initialValues: EMPTY,
    validate: {
      processor: (choice) => (work ? choiceFault(work, 'processor', choice) : null),
      adviser: (choice) => (work ? choiceFault(work, 'adviser', choice) : null),
      motivo: (text) => (total > 0 && !text.trim() ? 'Escribe el motivo.' : null),
    },
  });
  const { filled, reload } = useFilled(
    user,
    queryOf(getUser, { params: { id: user.id } }),
    ({ data }) => data,
    () => EMPTY,
  );
  const submit = (values: HandoverValues) => {
    if (!work) return;
    const params = { id: user.id };
    const handover = total > 0 ? planOf(work, values) : undefined;
    if (leaving)
      leave.mutate(
        { params, body: { ...(handover && { handover }), version: filled?.version } },
        { onSuccess: onClose },
      );
    else if (handover) move.mutate({ params, body: handover }, { onSuccess: onClose });
    else onClose();
  };
  return (
    <FormDrawer
      title={leaving ? `Desactivar a ${user.name}` : `Pasar el trabajo de ${user.name}`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={submit}
      loading={save.isPending || query.isPending}
      submitError={save.error}
      reload={leaving ? reload : undefined}
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
          <HandoverFields form={form} work={work} />
          <Textarea
            label="Motivo"
            required
            autosize
            minRows={2}
            maxLength={1000}
            {...form.getInputProps('motivo')}
          />
          {!leaving && (
            <Checkbox
              label="Es temporal, por vacaciones o licencia"
              {...form.getInputProps('temporal', { type: 'checkbox' })}
            />
          )}
        </>
      )}
    </FormDrawer>
  );
}
