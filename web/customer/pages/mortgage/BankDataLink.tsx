import { ButtonLink } from '../../components/Button.tsx';
import { Section } from '../../components/Section.tsx';

/** Leads from "mi compra" to the data that the banks ask for. */
export function BankDataLink({ sale, sent }: { sale: string; sent: boolean }) {
  return (
    <Section
      title="Datos para el banco"
      lead={
        sent
          ? 'Ya los enviaste. Si algo cambió, corrígelo y envíalos de nuevo.'
          : 'Llénalos una vez: sirven para la solicitud de todos los bancos.'
      }
    >
      <p>
        <ButtonLink look="secondary" href={`/tramites/${sale}/datos-bancarios`}>
          {sent ? 'Ver mis datos' : 'Llenar mis datos'}
        </ButtonLink>
      </p>
    </Section>
  );
}
