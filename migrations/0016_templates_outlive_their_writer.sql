ALTER TABLE "message_templates" DROP CONSTRAINT "message_templates_created_by_users_id_fk";
