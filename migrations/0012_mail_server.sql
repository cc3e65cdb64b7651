CREATE TABLE "mail_server" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"security" text NOT NULL,
	"username" text NOT NULL,
	"password" text,
	"sender_name" text NOT NULL,
	"sender_address" text NOT NULL,
	"reply_to" text,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_server" ADD CONSTRAINT "mail_server_one" CHECK ("id" = 1);--> statement-breakpoint
ALTER TABLE "mail_server" ADD CONSTRAINT "mail_server_security" CHECK ("security" in ('tls', 'starttls', 'none'));--> statement-breakpoint
ALTER TABLE "mail_server" ADD CONSTRAINT "mail_server_clear" CHECK ("security" <> 'none' or "password" is null);
