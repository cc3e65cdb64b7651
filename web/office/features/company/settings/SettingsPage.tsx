import { Alert, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { SETTING_LABELS, type SettingKey } from '#contract/company/settings/model.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useCan } from '#web/office/lib/session.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { BrandForm } from './BrandForm.tsx';
import { DemoSection } from './DemoSection.tsx';
import { SignInPart } from './SignInPart.tsx';
import { QuotesPart } from './QuotesPart.tsx';
import {
  AppointmentsPart,
  CedulaPart,
  ClaimsPart,
  CompanyPart,
  FiscalPart,
  HolidaysPart,
  HostsPart,
  HoursPart,
  ReceiptsPart,
  RefundsPart,
  RetentionPart,
} from './SettingForms.tsx';
import { ChatPart } from './ChatPart.tsx';
import { PromisesPart } from './PromisesPart.tsx';
import { SitePart } from './SitePart.tsx';
import { PayablesPart } from './PayablesPart.tsx';
import { WorksPart } from './WorksPart.tsx';
import { UndoPart } from './UndoPart.tsx';
import { UnconfirmedPart } from './UnconfirmedPart.tsx';
import { useSettings, type StoredSettings } from './settings.api.ts';
import styles from './settings.module.css';

const PARTS: { key: SettingKey; text: string; part: (props: { stored: StoredSettings }) => ReactNode }[] = [
  { key: 'company', text: 'Sale en las páginas, los correos y los documentos.', part: CompanyPart },
  { key: 'brand', text: 'Visten la oficina, las páginas de los compradores y los correos.', part: BrandForm },
  { key: 'fiscal', text: 'Para documentos y recibos.', part: FiscalPart },
  { key: 'receipts', text: 'Cómo se escribe el número de un recibo.', part: ReceiptsPart },
  { key: 'claims', text: 'Cuánto se guarda un lote.', part: ClaimsPart },
  {
    key: 'unconfirmed',
    text: 'Lo que puede apartar en la página quien aún no confirmó su correo o celular con un código.',
    part: UnconfirmedPart,
  },
  {
    key: 'appointments',
    text: 'Cuánto dura una visita y hasta cuándo se agenda o se cambia.',
    part: AppointmentsPart,
  },
  {
    key: 'quotes',
    text: 'Cuánto valen, quién da descuento y qué aceptan los bancos.',
    part: QuotesPart,
  },
  { key: 'hours', text: 'Cuándo se atiende al público.', part: HoursPart },
  {
    key: 'ownHolidays',
    text: 'Los de la ley ya cuentan; aquí se agregan los de la empresa.',
    part: HolidaysPart,
  },
  {
    key: 'refunds',
    text: 'Qué se retiene cuando un cliente desiste, y en cuántos días se devuelve.',
    part: RefundsPart,
  },
  { key: 'promises', text: 'Lo que dicen las promesas que se generan desde ahora.', part: PromisesPart },
  {
    key: 'works',
    text: 'Hasta qué monto aprueba un proyecto, y lo que propone un contrato nuevo.',
    part: WorksPart,
  },
  {
    key: 'payables',
    text: 'Hasta qué monto aprueba contabilidad, sus plazos, y si las llaves esperan la liberación del lote.',
    part: PayablesPart,
  },
  { key: 'cedulaMaxAsiento', text: 'Cómo se revisa el número.', part: CedulaPart },
  { key: 'mediaHosts', text: 'De qué otros sitios puede venir un video o un mapa.', part: HostsPart },
  { key: 'chat', text: 'Lo que el chat dice por sí solo.', part: ChatPart },
  {
    key: 'undo',
    text: 'Cuánto tiempo se puede deshacer una aprobación o el cambio de hora de una visita.',
    part: UndoPart,
  },
  { key: 'site', text: 'Los días con que se cuentan los planes de acción y las obras.', part: SitePart },
  { key: 'signIn', text: 'Cuánto dura una sesión que nadie usa.', part: SignInPart },
  {
    key: 'retention',
    text: 'Cuánto se guarda lo que no es parte de una venta. Se borra cada noche.',
    part: RetentionPart,
  },
];

/** The company's settings by topic. Each takes effect when saved. */
export function SettingsPage() {
  const { data, error } = useSettings();
  const edits = useCan('administracion.editar');
  if (!data) return error ? <Alert color="red" variant="light" title={sentence(error)} /> : <PendingPage />;
  return (
    <>
      <PageHeader
        title="Configuración"
        count={null}
        text="Cada parte se guarda por separado y vale enseguida. Queda en la auditoría quién la cambió."
      />
      <div className={styles.page}>
        <nav className={styles.nav} aria-label="Partes de la configuración">
          {PARTS.map(({ key }) => (
            <a key={key} href={`#${key}`}>
              {SETTING_LABELS[key]}
            </a>
          ))}
        </nav>
        <Stack gap="md">
          {!edits && <Text size="sm">Solo quien edita la administración puede cambiar algo aquí.</Text>}
          {PARTS.map(({ key, text, part: Part }) => (
            <Section key={key} id={key} title={SETTING_LABELS[key]} text={text}>
              <fieldset disabled={!edits} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
                <Part stored={data.data} />
              </fieldset>
            </Section>
          ))}
          {edits && <DemoSection />}
        </Stack>
      </div>
    </>
  );
}
