import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import { Figures } from '#web/office/ui/Figures.tsx';
import { worksQuery } from './homeQueries.ts';

/** The works contracts in force, how far they are, and what waits for an inspection. */
export function WorksFigures() {
  const { data } = useQuery(worksQuery);
  const found = data?.data;
  return (
    <Figures
      label="Obra"
      titled
      figures={[
        {
          label: 'Contratos en ejecución',
          value: found?.in_force,
          link: linkOptions({ to: '/oficina/contratos', search: { estado_id: CONTRACT_STATE.inForce } }),
        },
        {
          label: 'Avance de esos contratos',
          value:
            found &&
            (found.progress_percent === null ? '—' : `${found.progress_percent.toLocaleString('es-PA')} %`),
          note: 'aprobado por inspección, por su monto',
          ...(found?.progress_percent && { share: found.progress_percent / 100 }),
          link: linkOptions({ to: '/oficina/reportes' }),
        },
        {
          label: 'Trabajos por inspeccionar',
          value: found?.to_inspect,
          link: linkOptions({ to: '/oficina/trabajos', search: { estado_id: JOB_STATE.inspecting } }),
        },
      ]}
    />
  );
}
