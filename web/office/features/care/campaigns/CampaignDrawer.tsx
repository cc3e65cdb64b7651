import { Alert, Button, Drawer, MultiSelect, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countGroup, createCampaign } from '#contract/care/campaigns/endpoints.ts';
import type { Group as PeopleGroup } from '#contract/care/campaigns/model.ts';
import { listTemplates } from '#contract/care/whatsapp/endpoints.ts';
import { PLACEHOLDERS } from '#contract/care/whatsapp/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { Refusal, sentence } from '#web/office/lib/refusal.ts';
import { useGroupOptions } from './groupOptions.ts';

/** A new campaign: the count of people stands on the button that sends. */
export function CampaignDrawer({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [group, setGroup] = useState<PeopleGroup>({});
  const templates = useQuery(queryOf(listTemplates)).data?.data ?? [];
  const usable = templates.filter(({ status, hindrance }) => status === 'APPROVED' && hindrance === null);
  const template = usable.find(({ id }) => String(id) === chosen);
  const { stages, projects, origins } = useGroupOptions();
  const count = useQuery({
    queryKey: [countGroup.path, group],
    queryFn: ({ signal }) => call(countGroup, { body: group }, { signal }),
  });
  const create = useAction(createCampaign, { inline: true, success: 'El envío empezó.' });
  const people = count.data?.data.personas ?? 0;
  const asks = template?.placeholders.includes('texto') ?? false;
  const faults = new Map(
    create.error instanceof Refusal ? create.error.fields.map(({ field, message }) => [field, message]) : [],
  );
  return (
    <Drawer opened onClose={onClose} title="Nuevo envío" closeButtonProps={{ 'aria-label': 'Cerrar' }}>
      <Stack
        component="form"
        gap="sm"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(
            {
              body: {
                nombre: name,
                plantilla_id: template?.id ?? 0,
                texto: asks ? text : '',
                grupo: group,
                personas: people,
              },
            },
            { onSuccess: onClose },
          );
        }}
      >
        {create.error && <Alert color="red" variant="light" title={sentence(create.error)} />}
        <TextInput
          label="Nombre del envío"
          value={name}
          error={faults.get('nombre')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label="Plantilla"
          placeholder="Elige una aprobada"
          data={usable.map(({ id, name: title }) => ({ value: String(id), label: title }))}
          value={chosen}
          error={faults.get('plantilla_id')}
          onChange={setChosen}
          {...(template && { description: template.body })}
        />
        {asks && (
          <Textarea
            label={PLACEHOLDERS.texto}
            value={text}
            maxLength={600}
            autosize
            error={faults.get('texto')}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <MultiSelect
          label="Etapa"
          placeholder="Todas"
          data={stages}
          value={(group.etapa_id ?? []).map(String)}
          onChange={(ids) => setGroup({ ...group, etapa_id: ids.length > 0 ? ids.map(Number) : undefined })}
        />
        <Select
          label="Proyecto"
          placeholder="Todos"
          clearable
          data={projects}
          value={group.proyecto_id === undefined ? null : String(group.proyecto_id)}
          onChange={(id) => setGroup({ ...group, proyecto_id: id === null ? undefined : Number(id) })}
        />
        <Select
          label="Origen"
          placeholder="Todos"
          clearable
          data={origins}
          value={group.origen ?? null}
          onChange={(origen) => setGroup({ ...group, origen: origen ?? undefined })}
        />
        <Alert color="gray" variant="light" title={`${people} personas lo reciben`} role="status">
          {count.data &&
            `Quedan fuera ${count.data.data.baja} que escribieron BAJA y ${count.data.data.sin_numero} sin un celular propio.`}
        </Alert>
        <Button type="submit" loading={create.isPending} disabled={people === 0 || !template}>
          Enviar a {people} personas
        </Button>
      </Stack>
    </Drawer>
  );
}
