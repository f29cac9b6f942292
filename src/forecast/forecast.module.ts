import { Module } from '@nestjs/common';
import { ProductsModule } from '../products/products.module.js';
import { ForecastService } from './forecast.service.js';

@Module({
  imports: [ProductsModule],
  providers: [ForecastService],
})
export class ForecastModule {}
