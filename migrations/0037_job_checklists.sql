-- The first inspection list of each activity of a house; 0 is the general one. The office edits them.
INSERT INTO checklists (activity_id, version, questions, created_at) VALUES
  (0, 1, array['El trabajo corresponde a los planos aprobados', 'Los materiales son los especificados', 'Las medidas, niveles y plomos están dentro de tolerancia', 'El acabado está limpio y sin daños', 'El área quedó limpia y segura'], now()),
  (1, 1, array['Los linderos coinciden con el plano del lote', 'Los ejes y niveles están marcados', 'El terreno está limpio y compactado'], now()),
  (2, 1, array['La excavación tiene la profundidad y el ancho del plano', 'El acero tiene el diámetro, la separación y el recubrimiento del plano', 'El fondo está limpio y sin agua', 'El concreto tiene la resistencia pedida'], now()),
  (3, 1, array['Las tuberías tienen el diámetro y la pendiente del plano', 'La prueba de presión no mostró fugas', 'Las salidas están en su lugar y tapadas'], now()),
  (4, 1, array['El relleno está compactado y con su barrera de humedad', 'La malla está levantada y traslapada', 'El espesor es el del plano', 'La losa está nivelada y curada'], now()),
  (5, 1, array['Las hiladas están a plomo y niveladas', 'Los bloques tienen su refuerzo y su relleno', 'Los huecos de puertas y ventanas tienen su medida'], now()),
  (6, 1, array['El acero y los estribos son los del plano', 'La formaleta está a plomo y limpia', 'El concreto no tiene vacíos'], now()),
  (7, 1, array['La estructura está fijada y a nivel', 'La cubierta está traslapada y fijada', 'No hay filtraciones en la prueba de agua'], now()),
  (8, 1, array['Las superficies están a plomo y sin fisuras', 'Las esquinas están rectas', 'El espesor es parejo'], now()),
  (9, 1, array['Las salidas están en su lugar y altura', 'El calibre y los colores de los cables son los del plano', 'El tablero está rotulado y aterrizado', 'La prueba de continuidad es correcta'], now()),
  (10, 1, array['La prueba de presión no mostró fugas', 'Los desagües corren bien', 'Los aparatos están fijos y sellados'], now()),
  (11, 1, array['Las ventanas abren, cierran y sellan', 'Las puertas están a plomo y con su cerradura', 'Los vidrios no tienen rayas'], now()),
  (12, 1, array['Las piezas están niveladas y sin sonido hueco', 'Las juntas están rectas y llenas', 'La pendiente de las áreas húmedas va al desagüe'], now()),
  (13, 1, array['La superficie está cubierta de forma pareja', 'Los cortes son rectos y sin manchas', 'El color es el aprobado'], now()),
  (14, 1, array['Las aceras tienen su pendiente y sus juntas', 'El agua corre hacia afuera de la casa', 'El exterior está limpio'], now()),
  (15, 1, array['La casa está limpia por dentro y por fuera', 'Las llaves y los manuales están completos', 'Todo funciona en la prueba final'], now());
