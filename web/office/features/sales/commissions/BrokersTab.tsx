import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { addBroker, changeBroker, listBrokers } from '#contract/sales/commissions/endpoints.ts';
import type { Broker } from '#contract/sales/commissions/model.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** Those outside the company who bring buyers. */
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

function BrokerDrawer({ broker, onClose }: { broker: Broker | null; onClose: () => void }) {
  const add = useAction(addBroker, {
    success: 'Corredor agregado.',
    inline: true,
  });
  const change = useAction(changeBroker, {
    success: 'Corredor guardado.',
    inline: true,
  });
  const form = useForm({
    initialValues: {
      nombre: broker?.name ?? '',
      documento: broker?.document ?? '',
      celular: broker?.phone ?? '',
      email: broker?.email ?? '',
    },
    validate: { nombre: (text) => (text.trim() ? null : 'Escribe el nombre.') },
  });
  const submit = ({ celular, ...values }: typeof form.values) => {
    const body = { ...values, celular: celular.trim() || null };
    const done = { onSuccess: onClose };
    if (broker)
      change.mutate({ params: { id: broker.id }, body: { ...body, version: broker.version } }, done);
    else add.mutate({ body }, done);
  };
  return (
    <FormDrawer
      title={broker ? 'Editar corredor' : 'Agregar corredor'}
      opened
      onClose={onClose}
      form={form}
      onSubmit={submit}
      loading={add.isPending || change.isPending}
      submitError={add.error ?? change.error}
      submitLabel={broker ? 'Guardar' : 'Agregar corredor'}
    >
      <TextInput label="Nombre" required maxLength={120} {...form.getInputProps('nombre')} />
      <TextInput label="Cédula o RUC" maxLength={40} {...form.getInputProps('documento')} />
      <TextInput label="Celular" inputMode="tel" {...form.getInputProps('celular')} />
      <TextInput label="Correo" inputMode="email" {...form.getInputProps('email')} />
    </FormDrawer>
  );
}
