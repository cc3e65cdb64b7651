import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { addBroker, changeBroker, listBrokers } from '#contract/sales/commissions/endpoints.ts';
import { NewBroker, type Broker } from '#contract/sales/commissions/model.ts';
import { call } from '#web/office/lib/call.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** External brokers who bring buyers. */
export function BrokersTab() {
  const mayEdit = useCan('ventas.aprobar');
  const drawer = useDrawer('corredor');
  const { data, error } = useQuery(queryOf(listBrokers));
  const change = useAction(changeBroker, { success: 'Corredor guardado.' });
  if (error) throw error;
  const brokers = data?.data;
  if (!brokers) return <PendingPage />;
  const open = brokers.find(({ id }) => id === drawer.id);
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => drawer.open()}>
      Agregar corredor
    </Button>
  );
  return (
    <>
      {brokers.length === 0 ? (
        <EmptyState
          title="No hay corredores externos"
          text="Agrega a quien trae compradores sin ser de la empresa."
          action={add || undefined}
        />
      ) : (
        <>
          <Group justify="flex-end" mb="xs">
            {add}
          </Group>
          <ShortTable
            label="Corredores externos"
            rows={brokers}
            rowId={({ id }) => id}
            dimmed={({ active }) => !active}
            columns={[
              { title: 'Nombre', render: ({ name, active }) => `${name}${active ? '' : ' (archivado)'}` },
              { title: 'Cédula o RUC', render: (one) => one.document },
              { title: 'Celular', render: ({ phone }) => phone && showPhone(phone) },
              { title: 'Correo', render: ({ email }) => email },
              {
                title: 'Acciones',
                quiet: true,
                render: (one) =>
                  mayEdit && (
                    <Group gap="xs" wrap="nowrap">
                      <Button size="xs" variant="default" onClick={() => drawer.open(one.id)}>
                        Editar
                      </Button>
                      <Button
                        size="xs"
                        variant="default"
                        onClick={() =>
                          change.mutate({
                            params: { id: one.id },
                            body: { activo: !one.active, version: one.version },
                          })
                        }
                      >
                        {one.active ? 'Archivar' : 'Volver a ofrecer'}
                      </Button>
                    </Group>
                  ),
              },
            ]}
          />
        </>
      )}
      {mayEdit && drawer.opened && (drawer.id === null || open) && (
        <BrokerDrawer key={drawer.id} broker={open ?? null} onClose={drawer.close} />
      )}
    </>
  );
}

const valuesOf = ({ name, document, phone, email, version }: Broker) => ({
  nombre: name,
  documento: document,
  celular: phone,
  email,
  version,
});

export function BrokerDrawer({ broker, onClose }: { broker: Broker | null; onClose: () => void }) {
  const form = useRecordForm({
    schema: NewBroker,
    initial: broker ? valuesOf(broker) : {},
    reread: broker
      ? async () => valuesOf((await call(listBrokers)).data.find(({ id }) => id === broker.id) ?? broker)
      : undefined,
    send: (body, as, version) =>
      broker
        ? call(changeBroker, { params: { id: broker.id }, body: { ...body, version } }, as)
        : call(addBroker, { body }, as),
    success: broker ? 'Corredor guardado.' : 'Corredor agregado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={broker ? 'Editar corredor' : 'Agregar corredor'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={broker ? 'Guardar' : 'Agregar corredor'}
    >
      <TextField of={form} name="nombre" label="Nombre" maxLength={120} />
      <TextField of={form} name="documento" label="Cédula o RUC" maxLength={40} />
      <TextField of={form} name="celular" label="Celular" inputMode="tel" />
      <TextField of={form} name="email" label="Correo" inputMode="email" />
    </FormDrawer>
  );
}
