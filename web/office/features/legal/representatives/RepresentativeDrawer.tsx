import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  archiveRepresentative,
  attachPower,
  getRepresentative,
} from '#contract/legal/representatives/endpoints.ts';
import type { Representative } from '#contract/legal/representatives/model.ts';
import { POWER_KINDS } from '#contract/legal/representatives/rules.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { refreshed } from '#web/office/lib/refresh.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useCanForCompany } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { FileSlot } from '#web/office/ui/FileSlot.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PhoneLinks } from '#web/office/ui/PhoneLinks.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import { RepresentativeForm } from './RepresentativeForm.tsx';
import { StandingPill } from './StandingPill.tsx';

interface Props {
  id: number;
  onClose: () => void;
  beside: Beside;
}

/** One representative: the power, its file, and what may be changed. */
export function RepresentativeDrawer({ id, onClose, beside }: Props) {
  const { data, error } = useQuery(queryOf(getRepresentative, { params: { id } }));
  const [editing, setEditing] = useState(false);
  if (editing && data)
    return <RepresentativeForm representative={data.data} onClose={() => setEditing(false)} />;
  return (
    <RecordDrawer
      of={['representante', id]}
      title={data?.data.name ?? 'Representante'}
      onClose={onClose}
      record={data?.data}
      error={error}
      beside={beside}
    >
      {(one) => (
        <>
          <Body key={one.id} one={one} onEdit={() => setEditing(true)} />
          <RecordTalk reference="representante" id={one.id} />
        </>
      )}
    </RecordDrawer>
  );
}

function Body({ one, onEdit }: { one: Representative; onEdit: () => void }) {
  const mayChange = useCanForCompany('legal.crear');
  const params = { id: one.id };
  const archive = useMutation({
    mutationFn: (archivado: boolean) =>
      call(archiveRepresentative, { params, body: { params: { archivado } } }),
    onSuccess: () => toast.success(),
    onSettled: () => refreshed(),
  });
  const attach = useMutation({
    meta: { inline: true },
    mutationFn: (file: File) => {
      const body = new FormData();
      body.set('archivo', file);
      return call(attachPower, { params, body });
    },
    onSuccess: () => toast.success('Poder guardado.'),
    onSettled: () => refreshed(),
  });
  return (
    <Stack gap="md">
      <Group gap="xs">
        <StandingPill standing={one.standing} />
      </Group>
      <Facts
        narrow
        rows={[
          ['Documento', one.document],
          ['Celular', <PhoneLinks key="phone" phone={one.phone} size="sm" />],
          [
            'Correo',
            <Anchor key="mail" href={`mailto:${one.email}`} size="sm">
              {one.email}
            </Anchor>,
          ],
          ['Usuario de la oficina', one.user?.name ?? null],
          ['Poder', `${POWER_KINDS[one.power_kind]}: ${one.power_text}`],
          [
            'Límite por documento',
            one.limit_centavos === null ? (
              'Sin límite'
            ) : (
              <MoneyText key="limit" centavos={one.limit_centavos} />
            ),
          ],
          ['Vale desde', <DateText key="from" day={one.valid_from} />],
          ['Vence', one.valid_until === null ? 'No vence' : <DateText key="until" day={one.valid_until} />],
        ]}
      />
      {mayChange ? (
        <FileSlot
          label={one.file ? 'Reemplazar el documento del poder' : 'Documento del poder'}
          types={['application/pdf', 'image/jpeg', 'image/png']}
          maxSize={10 * 1024 * 1024}
          value={
            one.file
              ? { kind: 'kept', name: one.file.name, mime: 'application/pdf', url: one.file.url }
              : { kind: 'none' }
          }
          onSelect={(file) => attach.mutate(file)}
          onRemove={null}
          error={attach.error ? sentence(attach.error) : null}
        />
      ) : (
        one.file && (
          <Anchor href={one.file.url} target="_blank" size="sm">
            {one.file.name}
          </Anchor>
        )
      )}
      {mayChange && (
        <Group gap="xs">
          <Button onClick={onEdit}>Editar</Button>
          <Button
            variant="default"
            loading={archive.isPending}
            onClick={() => archive.mutate(one.archived_at === null)}
          >
            {one.archived_at === null ? 'Archivar' : 'Volver a ofrecer'}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
