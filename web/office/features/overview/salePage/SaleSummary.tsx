import { Alert, Anchor, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { SIGNED_PAPER_OFFICE } from '#contract/legal/signing/endpoints.ts';
import { PhoneLinks } from '#web/office/ui/PhoneLinks.tsx';
import { useFormList, useWordLabel } from '#web/office/lib/formLists.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';

const DOCUMENTS: Record<string, string> = { cedula: 'Cédula', pasaporte: 'Pasaporte', ruc: 'RUC' };
const CHANNELS: Record<string, string> = { web: 'por internet', oficina: 'en la oficina' };
import { SaleBuyers } from '#web/office/features/sales/buyers/SaleBuyers.tsx';
import { SaleStages } from '#web/office/features/sales/board/SaleStages.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

/** A sale's buyer, its terms and its twelve stages. */
export function SaleSummary({ sale }: { sale: SaleRecord }) {
  const { form } = sale;
  const seesPapers = useCan('documentos.ver');
  const originOf = useWordLabel('origen');
  const kinships = useFormList('parentescos');
  return (
    <Stack gap="md">
      {sale.missing.length > 0 && (
        <Alert color="yellow" variant="light" title="Para recibir el pre-contrato falta">
          <List size="sm">
            {sale.missing.map((one) => (
              <List.Item key={one}>{one}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {sale.rescission && (
        <Alert color="yellow" variant="light" title="Rescisión preparada: falta que otra persona la decida">
          <Text size="sm">
            La preparó {sale.rescission.by} el <DateText instant={sale.rescission.at} />:{' '}
            {sale.rescission.reason}
          </Text>
        </Alert>
      )}
      <Section
        title="Cliente"
        actions={
          <PageLink to="/oficina/personas/$id" params={{ id: sale.person_id }} size="sm" underline="always">
            Ver todo de esta persona
          </PageLink>
        }
      >
        <Facts
          rows={[
            [DOCUMENTS[form.tipo_documento ?? ''] ?? 'Documento', form.cedula],
            ['Celular', <PhoneLinks key="phone" phone={form.celular} size="sm" />],
            ['Correo', form.email],
            ['Sector de trabajo', form.sector_trabajo],
            ['Estatus laboral', form.estatus_laboral],
            ['Forma de pago', form.forma_pago === 'contado' ? 'Contado' : 'Hipoteca'],
            ['Origen', originOf(form.origen)],
            ['N.º de campaña', form.numero_camp],
            ['Asesor', sale.adviser?.name ?? null],
          ]}
        />
      </Section>
      {sale.code !== null && <SaleBuyers saleId={sale.id} />}
      {sale.signed && seesPapers && (
        <Text size="sm">
          <Anchor
            href={SIGNED_PAPER_OFFICE.replace(':id', String(sale.id))}
            target="_blank"
            rel="noopener"
            underline="always"
          >
            Pre-contrato firmado, con la constancia de la firma (PDF)
          </Anchor>
        </Text>
      )}
      {form.grupo_familiar.length > 0 && (
        <Section title="Grupo familiar">
          <ShortTable
            label="Grupo familiar"
            rows={form.grupo_familiar}
            rowId={({ nombre, cedula }) => `${nombre}-${cedula}`}
            columns={[
              { title: 'Nombre', render: ({ nombre }) => nombre },
              { title: 'Cédula', render: ({ cedula }) => cedula ?? '—' },
              {
                title: 'Parentesco',
                render: ({ parentesco_id }) => kinships.find(({ id }) => id === parentesco_id)?.label ?? '—',
              },
            ]}
          />
        </Section>
      )}
      <SaleStages saleId={sale.id} />
      <Section title="Consentimientos">
        {sale.consents.length === 0 ? (
          <Text size="sm" c="dimmed">
            Todavía no hay ninguno.
          </Text>
        ) : (
          <Facts
            rows={sale.consents.map((one): [string, ReactNode] => [
              one.kind === 'datos' ? 'Uso de datos personales' : 'Consulta a la APC',
              <span key={one.kind}>
                <DateText instant={one.given_at} /> · {CHANNELS[one.channel] ?? one.channel} · texto{' '}
                {one.text_version}
              </span>,
            ])}
          />
        )}
      </Section>
    </Stack>
  );
}
