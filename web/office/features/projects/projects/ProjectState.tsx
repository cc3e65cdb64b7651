import { StatePill } from '#web/office/ui/StatePill.tsx';

/** Whether buyers see the project. */
export function ProjectState({ published, archived }: { published: boolean; archived: boolean }) {
  if (archived) return <StatePill tone="neutral" label="Archivado" />;
  return published ? (
    <StatePill tone="positive" label="Publicado" />
  ) : (
    <StatePill tone="attention" label="Sin publicar" />
  );
}
