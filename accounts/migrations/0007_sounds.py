from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0006_mail_refused'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='sounds',
            field=models.BooleanField(default=False, verbose_name='sounds at the table'),
        ),
    ]
