import { Alert, Text } from '@mantine/core';
import { changeUser, getUser } from '#contract/company/users/endpoints.ts';
import type { UserRecord } from '#contract/company/users/people.ts';
import { call } from '#web/office/lib/call.ts';
import { DayField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Absence = changeUser.body.pick({ away_from: true, away_to: true });

/** A user's absence: no new sales are assigned during it. */
export function AwayDrawer({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const params = { id: user.id };
  const form = useRecordForm({
    schema: Absence,
    initial: user,
    check: ({ away_from: from, away_to: to }) => ({
      away_to: to && from && to < from ? 'El último día es antes del primero.' : null,
    }),
    reread: async () => (await call(getUser, { params })).data,
    send: (body, as, version) => call(changeUser, { params, body: { ...body, version } }, as),
    success: 'Ausencia guardada.',
    onDone: onClose,
  });
  const open = user.open_work.processor + user.open_work.adviser;
  return (
    <FormDrawer
      title={`Ausencia de ${user.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar ausencia"
    >
      <Text size="sm" c="dimmed">
        Mientras tanto no recibe ventas nuevas. Los dos días cuentan. Sin fechas, está presente.
      </Text>
      <DayField of={form} name="away_from" label="Desde" />
      <DayField of={form} name="away_to" label="Hasta" />
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
