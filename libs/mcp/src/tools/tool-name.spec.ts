import { Controller, Injectable } from '@nestjs/common';
import { McpTool } from '../decorators/tool.decorator.js';
import { TOOL_NAME, suggestToolName, toolNameFor } from './tool-name.js';

describe('toolNameFor', () => {
  it('joins the last static segment of the path and the method in snake case', () => {
    @Controller('shops/:shopId/orderItems/:id')
    class ItemsController {
      findAll(): void {}
    }
    expect(toolNameFor(ItemsController, 'findAll')).toBe('order_items_find_all');
  });

  it('falls back to the class name where the path has no static segment', () => {
    @Controller()
    class HTTPStatusController {
      getOne(): void {}
    }
    expect(toolNameFor(HTTPStatusController, 'getOne')).toBe('http_status_get_one');
  });

  it.each([
    ['ForecastService', 'forecast_today'],
    ['ForecastProvider', 'forecast_today'],
    ['ForecastTools', 'forecast_today'],
  ])('drops the suffix of %s', (className, expected) => {
    const holder = { [className]: class {} };
    const metatype = holder[className];
    Injectable()(metatype);
    expect(toolNameFor(metatype, 'today')).toBe(expected);
  });

  it('lets an explicit name win', () => {
    class Tools {
      @McpTool({ name: 'place_order' })
      create(): void {}
    }
    expect(toolNameFor(Tools, 'create')).toBe('place_order');
  });

  it('keeps the controllers of two areas apart', () => {
    @Controller('users')
    class UsersController {}
    @Controller('admin-users')
    class AdminUsersController {}
    const names = [UsersController, AdminUsersController].map((c) => toolNameFor(c, 'create'));
    expect(names).toEqual(['users_create', 'admin_users_create']);
  });
});

describe('suggestToolName', () => {
  it.each([
    ['New Tool', 'New_Tool'],
    ['café', 'cafe'],
    ['', 'my_tool'],
    ['projects.any', 'projects_any'],
    ['x'.repeat(90), 'x'.repeat(64)],
  ])('turns %p into the legal %p', (name, expected) => {
    expect(suggestToolName(name)).toBe(expected);
    expect(suggestToolName(name)).toMatch(TOOL_NAME);
  });
});
