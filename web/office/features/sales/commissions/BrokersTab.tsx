import { Button, Group, Table, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { addBroker, changeBroker, listBrokers } from '#contract/sales/commissions/endpoints.ts';
import type { Broker } from '#contract/sales/commissions/model.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';

/** Those outside the company who bring buyers. */
export function BrokersTab() {
  const mayEdit = useCan('ventas.aprobar');
  const [open, setOpen] = useState<Broker | 'new' | null>(null);
  const { data, error } = useQuery(queryOf(listBrokers));
  const change = useAction(changeBroker, { invalidates: [listBrokers], success: 'Corredor guardado.' });
  if (error) throw error;
  const brokers = data?.data;
  if (!brokers) return <PendingPage />;
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
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
          <Table.ScrollContainer minWidth={560}>
            <Table verticalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Nombre</Table.Th>
                  <Table.Th>Cédula o RUC</Table.Th>
                  <Table.Th>Celular</Table.Th>
                  <Table.Th>Correo</Table.Th>
                  <Table.Th>
                    <span className="sr-only">Acciones</span>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {brokers.map((one) => (
                  <Table.Tr key={one.id} {...(!one.active && { c: 'dimmed' })}>
                    <Table.Td>
                      {one.name}
                      {!one.active && ' (archivado)'}
                    </Table.Td>
                    <Table.Td className="figures">{one.document}</Table.Td>
                    <Table.Td className="figures" style={{ whiteSpace: 'nowrap' }}>
                      {one.phone && showPhone(one.phone)}
                    </Table.Td>
                    <Table.Td>{one.email}</Table.Td>
                    <Table.Td>
                      {mayEdit && (
                        <Group gap="xs" wrap="nowrap">
                          <Button size="xs" variant="default" onClick={() => setOpen(one)}>
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
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </>
      )}
      {open && <BrokerDrawer broker={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  );
}

function BrokerDrawer({ broker, onClose }: { broker: Broker | null; onClose: () => void }) {
  const add = useAction(addBroker, {
    invalidates: [listBrokers],
    success: 'Corredor agregado.',
    inline: true,
  });
  const change = useAction(changeBroker, {
    invalidates: [listBrokers],
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
