import { Alert, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { changeUser, getUser } from '#contract/company/users/endpoints.ts';
import type { UserRecord } from '#contract/company/users/people.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useFilled } from '#web/office/lib/useFilled.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { TOUCHED } from './users.api.ts';

const valuesOf = (user: UserRecord) => ({
  away_from: user.away_from ?? '',
  away_to: user.away_to ?? '',
});

/** From when to when somebody is out of office: no new sales meanwhile. */
export function AwayDrawer({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const save = useAction(changeUser, { invalidates: TOUCHED, success: 'Ausencia guardada.', inline: true });
  const form = useForm({
    initialValues: valuesOf(user),
    validate: {
      away_to: (to: string, { away_from }) =>
        to && away_from && to < away_from ? 'El último día es antes del primero.' : null,
    },
  });
  const { filled, reload } = useFilled(
    user,
    queryOf(getUser, { params: { id: user.id } }),
    ({ data }) => data,
    valuesOf,
  );
  const open = user.open_work.processor + user.open_work.adviser;
  return (
    <FormDrawer
      title={`Ausencia de ${user.name}`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={({ away_from, away_to }) =>
        save.mutate(
          {
            params: { id: user.id },
            body: { away_from: away_from || null, away_to: away_to || null, version: filled?.version },
          },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      reload={reload}
      submitLabel="Guardar ausencia"
    >
      <Text size="sm" c="dimmed">
        Mientras tanto no recibe ventas nuevas. Los dos días cuentan. Sin fechas, está presente.
      </Text>
      <DayInput
        label="Desde"
        data-path="away_from"
        value={form.values.away_from}
        onChange={(day) => form.setFieldValue('away_from', day)}
        error={form.errors['away_from']}
      />
      <DayInput
        label="Hasta"
        data-path="away_to"
        value={form.values.away_to}
        onChange={(day) => form.setFieldValue('away_to', day)}
        error={form.errors['away_to']}
      />
      {open > 0 && (
        <Alert
          variant="light"
          color="yellow"
          title={open === 1 ? 'Tiene una venta abierta' : `Tiene ${open} ventas abiertas`}
        >
          Se quedan con su nombre. Para que otra persona siga con ellas, usa «Pasar su trabajo».
        </Alert>
      )}
    </FormDrawer>
  );
}
