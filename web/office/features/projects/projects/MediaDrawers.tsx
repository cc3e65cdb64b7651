import { z } from 'zod';
import { addMedia, changeMedia } from '#contract/projects/projects/endpoints.ts';
import { MEDIA_FILE, type Media, type Project } from '#contract/projects/projects/model.ts';
import { TEXTS } from '#contract/texts.ts';
import { call, upload } from '#web/office/lib/call.ts';
import { FileField, LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { formDataOf } from '#web/office/ui/form/values.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MEDIA_KINDS } from './mediaKinds.ts';

const ALT_MAX = 200;
const { kind, alt } = addMedia.body.shape;
const NewMedia = z.object({ kind, archivo: z.file({ error: TEXTS.noFile }), alt });
const Words = z.object({ alt });

interface AddMediaDrawerProps {
  project: Project;
  /** The model that it belongs to; null: the project. */
  modelId: number | null;
  onClose: () => void;
}

/** Uploads a picture, plan or video. The server makes smaller sizes for phones. */
export function AddMediaDrawer({ project, modelId, onClose }: AddMediaDrawerProps) {
  // Only a project has a hero picture; only a model has a plan.
  const kinds = (['hero', 'foto', 'plano', 'video'] as const).filter((one) =>
    modelId === null ? one !== 'plano' : one !== 'hero',
  );
  const form = useRecordForm({
    schema: NewMedia,
    initial: { kind: 'foto' },
    onChange: (now, before) =>
      now.archivo !== before.archivo && now.archivo?.type.startsWith('video/')
        ? { kind: 'video' as const }
        : undefined,
    send: (body, as) =>
      upload(addMedia, { params: { id: project.id }, body: formDataOf({ ...body, model_id: modelId }) }, as),
    success: 'Imagen agregada.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Agregar imagen, plano o video"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Agregar"
    >
      <OptionField
        of={form}
        name="kind"
        label="Clase"
        options={kinds.map((value) => ({ value, label: MEDIA_KINDS[value] }))}
      />
      <FileField
        of={form}
        name="archivo"
        label="Archivo"
        hint="JPG, PNG o WebP; los videos, MP4 o WebM."
        field={MEDIA_FILE}
      />
      <LongTextField
        of={form}
        name="alt"
        label="Qué se ve"
        description="Lo oye quien no puede ver la imagen: «Sala con piso de baldosa y ventana al jardín»."
        maxLength={ALT_MAX}
      />
    </FormDrawer>
  );
}

/** Edits a picture's texts. */
export function EditMediaDrawer({ media, onClose }: { media: Media; onClose: () => void }) {
  const form = useRecordForm({
    schema: Words,
    initial: media,
    send: (body, as) => call(changeMedia, { params: { id: media.id }, body }, as),
    success: 'Texto guardado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Cambiar el texto de la imagen"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar texto"
    >
      <LongTextField of={form} name="alt" label="Qué se ve" maxLength={ALT_MAX} />
    </FormDrawer>
  );
}
