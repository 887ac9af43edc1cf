from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0007_sounds'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='card_order',
            field=models.CharField(blank=True, choices=[('high', '♠ ♥ ♦ ♣, high to low'), ('alternate', '♠ ♥ ♣ ♦, low to high'), ('alternate_high', '♠ ♥ ♣ ♦, high to low')], max_length=14, verbose_name='order of my cards'),
        ),
    ]
