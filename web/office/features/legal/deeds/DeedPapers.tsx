import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Deed } from '#contract/legal/deeds/model.ts';
import {
  CERTIFICATE_STANDINGS,
  CERTIFICATES,
  type CertificateKind,
  type CertificateStanding,
} from '#contract/legal/deeds/rules.ts';
import { DEED_TAXES, type DeedTaxKind } from '#contract/legal/deeds/taxes.ts';
import { formatMoney, formatPercent } from '#contract/money.ts';
import type { Tone } from '#web/design/tokens.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';

const TONES: Record<CertificateStanding, Tone> = {
  falta: 'attention',
  listo: 'positive',
  por_vencer: 'attention',
  vencido: 'negative',
  no_aplica: 'neutral',
};

interface DeedPapersProps {
  deed: Deed;
  onTax: (kind: DeedTaxKind) => void;
  onCertificate: (kind: CertificateKind) => void;
}

/** Taxes, paz y salvos and entries of a deed. */
export function DeedPapers({ deed, onTax, onCertificate }: DeedPapersProps) {
  const { taxes, certificates } = deed.actions;
  return (
    <Stack gap="md">
      <Section title="Impuestos" text="Los paga la promotora antes de que la notaría cierre la escritura.">
        <ShortTable
          label="Impuestos"
          rows={deed.taxes}
          rowId={({ kind }) => kind}
          columns={[
            { title: 'Impuesto', render: ({ kind }) => DEED_TAXES[kind] },
            {
              title: 'Cálculo',
              render: ({ percent, base_centavos, computed_centavos }) =>
                percent === null
                  ? 'Sin tasa en vigor'
                  : `${formatPercent(percent)} de ${formatMoney(base_centavos)} = ${formatMoney(computed_centavos)}`,
            },
            {
              title: 'Boleta',
              render: ({ paid }) =>
                paid === null ? (
                  <StatePill tone="attention" label="Por pagar" />
                ) : paid.exempt_reason !== null ? (
                  `Exento: ${paid.exempt_reason}`
                ) : (
                  <Stack gap={0}>
                    {paid.file ? (
                      <Anchor href={paid.file.url} target="_blank" size="sm">
                        {paid.receipt}
                      </Anchor>
                    ) : (
                      <Text size="sm">{paid.receipt}</Text>
                    )}
                    <Text size="xs" c="dimmed" component="div">
                      {formatMoney(paid.centavos)} · <DateText day={paid.paid_on} />
                    </Text>
                  </Stack>
                ),
            },
            ...(taxes
              ? [
                  {
                    title: 'Acción',
                    render: ({ kind, paid }: Deed['taxes'][number]) => (
                      <ReasonedButton
                        whyNot={taxes.disabled}
                        size="compact-sm"
                        variant="default"
                        aria-label={`${paid ? 'Corregir' : 'Registrar'} ${DEED_TAXES[kind]}`}
                        onClick={() => onTax(kind)}
                      >
                        {paid ? 'Corregir' : 'Registrar'}
                      </ReasonedButton>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Section>
      <Section title="Paz y salvos">
        <ShortTable
          label="Paz y salvos"
          rows={deed.certificates.filter(({ standing }) => standing !== 'no_aplica')}
          rowId={({ kind }) => kind}
          columns={[
            { title: 'Documento', render: ({ kind }) => CERTIFICATES[kind] },
            {
              title: 'Estado',
              render: ({ standing }) => (
                <StatePill tone={TONES[standing]} label={CERTIFICATE_STANDINGS[standing]} />
              ),
            },
            {
              title: 'Número',
              render: ({ number, file }) =>
                file ? (
                  <Anchor href={file.url} target="_blank" size="sm">
                    {number}
                  </Anchor>
                ) : (
                  (number ?? '—')
                ),
            },
            { title: 'Vence', render: ({ expires_on }) => <DateText day={expires_on} /> },
            ...(certificates
              ? [
                  {
                    title: 'Acción',
                    render: ({ kind, number }: Deed['certificates'][number]) => (
                      <ReasonedButton
                        whyNot={certificates.disabled}
                        size="compact-sm"
                        variant="default"
                        onClick={() => onCertificate(kind)}
                      >
                        {number ? 'Renovar' : 'Agregar'}
                      </ReasonedButton>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Section>
      {deed.entries.length > 0 && (
        <Section title="Registro Público">
          <ShortTable
            label="Entradas"
            rows={deed.entries}
            rowId={({ id }) => id}
            columns={[
              { title: 'Entrada', render: ({ number }) => number },
              { title: 'Ingresada', render: ({ entered_on }) => <DateText day={entered_on} /> },
              {
                title: 'Defecto',
                render: ({ defect, limit_on }) =>
                  defect === null ? (
                    '—'
                  ) : (
                    <Stack gap={0}>
                      <Text size="sm">{defect}</Text>
                      <Text size="xs" c="dimmed" component="div">
                        Corregir hasta el <DateText day={limit_on} />
                      </Text>
                    </Stack>
                  ),
              },
            ]}
          />
        </Section>
      )}
    </Stack>
  );
}

/** The house's legal file as the deed sees it. */
export function DeedHouse({ deed, link }: { deed: Deed; link: ReactNode }) {
  return (
    <Section title="Vivienda" actions={link}>
      {deed.house_missing.length === 0 ? (
        <StatePill tone="positive" label="Lista para la escritura" />
      ) : (
        <Group gap="xs">
          <Text size="sm" fw={600}>
            Falta:
          </Text>
          <Text size="sm">{deed.house_missing.map(({ label }) => label).join(' · ')}</Text>
        </Group>
      )}
    </Section>
  );
}
